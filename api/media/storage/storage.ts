import type { Readable } from 'node:stream'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/** `version` changes with the content; `changedAt` is when it was stored (epoch ms). */
export type Stat = { bytes: number; version: string; changedAt: number }

/** Files in a folder or a bucket. A file is found by its key and never changed. */
export type Storage = {
  /** Stores the whole content, or nothing if it fails. Returns when the file would survive a power cut. */
  put: (key: string, content: AsyncIterable<Uint8Array>) => Promise<void>
  /** Undefined if there is no such file. */
  read: (key: string, range?: ByteRange) => Promise<Readable | undefined>
  stat: (key: string) => Promise<Stat | undefined>
  /** Removes a file. Succeeds even if there is no such file. */
  remove: (key: string) => Promise<void>
  keys: () => AsyncIterable<string>
  /** Removes temporary files of crashed processes that were begun before `time` (epoch ms). */
  removeTemporaryFiles: (time: number) => Promise<void>
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*){0,3}$/

/**
 * A key is made of names between slashes. No name begins with a dot, so no key leads out of its storage or to a
 * temporary file.
 */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error('This is no key')
  return key
}
