// Versions of a game, as people tell them apart.

/** The short number of a version: `version abc123`. */
export function versionWords(definition: string | null | undefined): string {
  return definition ? `version ${definition.slice(0, 6)}` : '';
}
