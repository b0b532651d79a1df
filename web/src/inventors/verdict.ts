import { countWords } from '../lib/words';

/** What the check of a definition found, in a few words to be read aloud. `failure` says why there was none. */
export function verdictWords(errors: number, warnings: number, failure: string): string {
  if (failure !== '') return failure;
  if (errors > 0) return countWords(errors, 'error');
  return warnings > 0 ? `No errors, ${countWords(warnings, 'warning')}.` : 'No errors.';
}
