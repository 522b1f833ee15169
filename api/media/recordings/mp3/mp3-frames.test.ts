import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frames, tag } from '../../testing.ts'
import { Mp3Frames } from './mp3-frames.ts'

async function* inPieces(bytes: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  let at = 0
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function read(bytes: Buffer, sizes: number[]): Promise<Buffer | number> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of new Mp3Frames(inPieces(bytes, sizes))) pieces.push(piece)
    return Buffer.concat(pieces)
  } catch (error) {
    return (error as { status: number }).status
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 1200 }), { minLength: 1, maxLength: 8 })

test('an mp3 is the same, in whatever chunks it arrives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 3, max: 12 }), fc.boolean(), sizes, async (count, isTagged, inSizes) => {
      const sound = frames(count, count)
      const file = isTagged ? Buffer.concat([tag('Noura '.repeat(count)), sound]) : sound
      expect(await read(file, inSizes)).toEqual(sound)
    }),
  )
})

test('one byte more or less is refused, in whatever chunks the mp3 arrives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 5 * 522 }), fc.boolean(), sizes, async (at, isMore, inSizes) => {
      const sound = frames(5)
      const broken = [
        sound.subarray(0, at),
        isMore ? Buffer.alloc(1) : Buffer.alloc(0),
        sound.subarray(at + (isMore ? 0 : 1)),
      ]
      const isWhole = !isMore && at === sound.length
      expect(await read(Buffer.concat(broken), inSizes)).toEqual(isWhole ? sound : 415)
    }),
  )
})

test('it returns the length in seconds', async () => {
  const sound = new Mp3Frames(inPieces(frames(383), [65_536]))
  for await (const _ of sound);
  expect([sound.bytes, sound.durationMs]).toEqual([383 * 522, 10_005])
})
