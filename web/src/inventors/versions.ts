// Versions of a game, as people tell them apart.

/** The name that a definition gives its game, for people: `Long chess` for `long_chess`. */
export function nameWords(name: string): string {
  const words = name.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The short number of a version: `version abc123`. */
export function versionWords(definition: string | null | undefined): string {
  return definition ? `version ${definition.slice(0, 6)}` : '';
}
