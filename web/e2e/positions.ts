// Positions set up for the browser tests.

/** The side to move mates at once. */
export const MATES: { game: string; position: string; mate: string }[] = [];

/** The side to move mates in two, whatever the other does. */
export const FORCED: { game: string; position: string; first: string }[] = [];
