// The seam for the laboratory, which will play many games of a definition by itself and measure them: how long they are,
// who wins, which pieces matter. A laboratory is an object of this type; as soon as there is one, the page offers it.

export interface Laboratory {
  /** Begins to play a stored definition, by its hash. Resolves with the address of the page that shows the results. */
  playtest(definition: string): Promise<string>;
}

/** The laboratory of this server; there is none yet. */
export const laboratory: Laboratory | null = null as Laboratory | null;
