// Dates for people, in the user's time zone. They are as English as the rest of the page, whatever the browser is set to.

/** `5 March 2026` */
export function dateText(at: string): string {
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}

/** `5 Mar 2026, 14:05` */
export function timeText(at: string): string {
  return new Date(at).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}
