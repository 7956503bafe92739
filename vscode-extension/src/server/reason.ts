// Why a server did not start, in one line; the log has all of it.
import { ErrorCodes } from 'vscode-languageclient';

/** The connection ended while an answer was waited for, or before the question: what ended it is not in the error. */
const ENDED: unknown[] = [
  ErrorCodes.PendingResponseRejected,
  ErrorCodes.ConnectionInactive,
  ErrorCodes.MessageWriteError,
  ErrorCodes.MessageReadError,
];

/** Whether a start failed because the server ended. */
export function isEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ENDED.includes(error.code);
}

/** The reason by the error of a start. */
export function reasonOf(error: unknown): string {
  // The last line of a traceback of Python is what went wrong.
  const lines = (error instanceof Error ? error.message : String(error)).split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').at(-1) ?? 'It gives no reason.';
}

/** The reason by the last line that a server wrote before it ended. */
export function endOf(lastLine: string): string {
  return `It ended${lastLine === '' ? ' without a word.' : `: ${lastLine}`}`;
}

/** Whether a server ended, while it started, without a last line: as one that was killed does. */
export function isSilentEnd(error: unknown): boolean {
  return error instanceof Error && error.message === endOf('');
}
