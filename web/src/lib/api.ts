// Requests to the server over HTTP.

import { sentence } from './prose';
import type { ErrorBody, FaultInfo } from './types';

/** An error with the message of the server. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Record<string, string> = {},
    readonly faults: FaultInfo[] = [],
  ) {
    super(message);
  }
}

/** What is said if no answer comes. */
export const UNREACHABLE = 'The server cannot be reached. Check your connection.';

/** What is said if only something in front of the server answers, as during a restart. */
const UNAVAILABLE = 'The server cannot be reached at the moment. It may be restarting: try again soon.';

/** Whether the same request may succeed a little later: without a connection, or while the server has trouble or too much to do. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

let csrf = '';

/** Sets the token for requests that change something. */
export function setCsrf(token: string): void {
  csrf = token;
}

interface Options {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
}

async function request(path: string, options: Options, mayRetry = true): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  const method = options.method ?? (options.body === undefined ? 'GET' : 'POST');
  if (method !== 'GET') headers['X-CSRF'] = csrf;
  if (method !== 'GET') headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: options.signal ?? null,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'offline', UNREACHABLE);
  }
  // The answer that begins a session has its token.
  const newToken = response.headers.get('X-CSRF');
  if (newToken) csrf = newToken;
  if (response.ok) return response;
  const error = await failure(response);
  if (error.status === 403 && error.code === 'csrf' && mayRetry) {
    await renewCsrf();
    return request(path, options, false);
  }
  throw error;
}

/** Gets the current token: another tab of this browser may have begun a new session. */
async function renewCsrf(): Promise<void> {
  const me = (await (await request('/api/me', {}, false)).json()) as { csrf: string };
  csrf = me.csrf;
}

async function failure(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as ErrorBody;
    return new ApiError(response.status, error.code, error.message, error.fields, error.faults);
  } catch {
    if (response.status >= 502 && response.status <= 504) return new ApiError(0, 'offline', UNAVAILABLE);
    return new ApiError(
      response.status,
      'unreadable',
      `The server answered with the error ${response.status}.`,
    );
  }
}

/** Sends a request, and returns the JSON of the answer. */
export async function api<T>(path: string, options: Options = {}): Promise<T> {
  const response = await request(path, options);
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Sends a request, and returns the text of the answer. */
export async function apiText(path: string): Promise<string> {
  return (await request(path, {})).text();
}

/** The message of an error as a sentence. */
export function messageOf(error: unknown): string {
  return sentence(error instanceof Error ? error.message : String(error));
}
