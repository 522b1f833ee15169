/** The fields of every kind of item. */
export type ItemBase = {
  /** Also the idempotency key: an item that is sent twice counts once. */
  id: string
  /** Uid of the owner. The item is sent only with this person's token. */
  uid: string
  /** Queue key: items with the same key are sent one after the other. Phones have it stored under this name. */
  lane: string
  /** What the item is about, for example one page. A new item replaces a refused one with the same `about`. */
  about: string
  /** Epoch ms. */
  writtenAt: number
  tries: number
  /** HTTP status of the last failed try; 0: no answer. */
  lastStatus?: number | undefined
  /**
   * Why it will not be sent: the server's final error code, or `RECORDING_LOST`. The item stays for the person, and no
   * longer blocks its queue.
   */
  refusedAs?: string | undefined
}
