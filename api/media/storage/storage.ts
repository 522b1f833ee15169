import type { Readable } from 'node:stream'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/** `version` changes with the content. */
export type Stat = { bytes: number; version: string }

/** Where files are kept: a folder, or a bucket. Files are found by keys and never changed. */
export type Storage = {
  /** Keeps all of the content or, when it or the storage fails, nothing. Returns when it would survive a power cut. */
  put: (key: string, content: AsyncIterable<Uint8Array>) => Promise<void>
  /** Undefined for what is not there. */
  read: (key: string, range?: ByteRange) => Promise<Readable | undefined>
  stat: (key: string) => Promise<Stat | undefined>
  /** Removing what is not there is fine. */
  remove: (key: string) => Promise<void>
  keys: () => AsyncIterable<string>
  /** Removes halves that a crash left behind, if they were begun before `time` (epoch ms). */
  removeHalves: (time: number) => Promise<void>
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*){0,3}$/

/** Names between slashes, none of which begins with a dot: no key leads out of its storage or to a half. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error('This is no key')
  return key
}
