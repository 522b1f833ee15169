import { notAnMp3 } from './not-an-mp3.ts'

const TAG_HEAD = 10
const TAG_LIMIT = 256 * 1024

/** Removes an ID3v2 tag, which could hold private data, or anything that is not sound. */
export async function* withoutTag(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  let left = 0
  for await (const chunk of source) {
    let fresh = chunk
    if (head) {
      head = Buffer.concat([head, chunk])
      if (head.length < TAG_HEAD) continue
      left = tagLength(head)
      if (left > TAG_LIMIT) throw notAnMp3()
      fresh = head
      head = undefined
    }
    const skipped = Math.min(left, fresh.length)
    left -= skipped
    if (skipped < fresh.length) yield fresh.subarray(skipped)
  }
  if (left > 0) throw notAnMp3()
  if (head && head.length > 0) yield head
}

/** The bytes of the tag; 0 if there is none. The length has four bytes, and seven bits of each count. */
function tagLength(head: Buffer): number {
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0
  const size = head.subarray(6, TAG_HEAD).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
  const hasFooter = ((head[5] ?? 0) & 0x10) !== 0
  return TAG_HEAD + size + (hasFooter ? TAG_HEAD : 0)
}
