const TEXT_FIRST_BYTES = 4

/** A value of IndexedDB as bytes: JSON, and behind it the binary parts, which JSON cannot hold. */
export function pack(value: unknown): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const text = JSON.stringify({ value }, (_, part: unknown) => {
    if (part === undefined) return { $: 'undefined' }
    if (!(part instanceof ArrayBuffer || part instanceof Uint8Array)) return part
    const bytes = new Uint8Array(part)
    parts.push(bytes)
    return { $: part instanceof Uint8Array ? 'bytes' : 'buffer', size: bytes.byteLength }
  })
  const json = new TextEncoder().encode(text)
  const size = parts.reduce((sum, part) => sum + part.byteLength, TEXT_FIRST_BYTES + json.byteLength)
  const bytes = new Uint8Array(size)
  new DataView(bytes.buffer).setUint32(0, json.byteLength)
  let at = TEXT_FIRST_BYTES
  for (const part of [json, ...parts]) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}

type Marked = { $: 'undefined' } | { $: 'buffer' | 'bytes'; size: number }

export function unpack(bytes: ArrayBuffer): unknown {
  const end = TEXT_FIRST_BYTES + new DataView(bytes).getUint32(0)
  const text = new TextDecoder().decode(bytes.slice(TEXT_FIRST_BYTES, end))
  // The reviver meets the parts in the order in which they were written.
  let at = end
  const { value } = JSON.parse(text, (_, part: unknown) => {
    if (!isMarked(part)) return part
    if (part.$ === 'undefined') return undefined
    const own = bytes.slice(at, at + part.size)
    at += part.size
    return part.$ === 'buffer' ? own : new Uint8Array(own)
  }) as { value: unknown }
  return value
}

function isMarked(part: unknown): part is Marked {
  const kind = typeof part === 'object' && part !== null && '$' in part ? part.$ : undefined
  return kind === 'undefined' || kind === 'buffer' || kind === 'bytes'
}
