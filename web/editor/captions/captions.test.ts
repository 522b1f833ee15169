import { expect, test } from 'vitest'
import {
  type Cue,
  freeFrom,
  newCue,
  readCaptionFile,
  readCaptions,
  withCue,
  writeSrt,
  writeVtt,
} from './caption-files.ts'
import { cueProblem } from './check-cues.ts'

const VTT = `WEBVTT - تحت الماء

STYLE
::cue { color: lime }

first
00:00.500 --> 00:02.800 align:start
<v Salma>Press &amp; hold.

NOTE said twice

00:00:03.000 --> 00:00:06.000
عشرون دقيقة.
الماء فقط.
`

function read(file: string) {
  const captions = readCaptions(file)
  if (!captions) throw new Error('These are captions')
  return captions
}

test('captions that nobody changed are written as they were, with notes, styles and names', () => {
  const captions = read(VTT)
  expect(captions.cues.map(({ from, to, text }) => [from, to, text])).toEqual([
    [0.5, 2.8, 'Press & hold.'],
    [3, 6, 'عشرون دقيقة.\nالماء فقط.'],
  ])
  expect(writeVtt(captions)).toBe(VTT)
  expect(writeVtt(read(VTT.replaceAll('\n', '\r\n')))).toBe(VTT)
})

test('a changed line is written again at its place, and all else stays', () => {
  const captions = read(VTT)
  const changed = withCue(captions, { ...(captions.cues[0] as Cue), text: '5 < 6\n\nand on', to: 2.9 })
  expect(writeVtt(changed)).toBe(
    VTT.replace(
      'first\n00:00.500 --> 00:02.800 align:start\n<v Salma>Press &amp; hold.',
      () => '00:00.500 --> 00:02.900 align:start\n5 &lt; 6\nand on',
    ),
  )
  const added = withCue(changed, { ...newCue(4000.04, 4002), text: 'Late' })
  expect(writeVtt(added)).toContain('\n\n01:06:40.040 --> 01:06:42.000\nLate\n')
})

test('SRT comes in and goes out', () => {
  const srt =
    '1\r\n00:00:00,500 --> 00:00:02,800\r\n<i>Press</i> on the cloth.\r\n\r\n2\r\n01:00:03,000 --> 01:00:06,000\r\nTwo\r\nlines\r\n'
  const captions = read(srt)
  expect(writeVtt(captions)).toBe(
    'WEBVTT\n\n00:00.500 --> 00:02.800\nPress on the cloth.\n\n01:00:03.000 --> 01:00:06.000\nTwo\nlines\n',
  )
  expect(writeSrt(captions)).toBe(srt.replaceAll('\r', '').replace(/<\/?i>/g, ''))
})

test('SRT with empty lines within what is said, and with a time that cannot be read, loses no words', () => {
  const srt = '1\n\n00:00:01,000 --> 00:00:02,000\nPress\n\nand hold.\n\n2\n\n00:03 -> 00:04\n<b>Let go.</b>\n'
  expect(read(srt).cues.map(({ text }) => text)).toEqual(['Press\nand hold.\n00:03 -> 00:04\nLet go.'])
})

test('Arabic SRT of an old Windows and UTF-16 are read, and a file that the server would refuse is not taken', async () => {
  const line = '1\r\n00:00:01,000 --> 00:00:02,000\r\n'
  const textsOf = async (...parts: BlobPart[]) => {
    const captions = await readCaptionFile(new Blob(parts))
    return typeof captions === 'string' ? captions : captions.cues.map(({ text }) => text)
  }
  expect(await textsOf(line, new Uint8Array([0xd6, 0xdb, 0xd8]))).toEqual(['ضغط'])
  expect(await textsOf(Uint16Array.from(`\uFEFF${line}ضغط`, letter => letter.charCodeAt(0)))).toEqual(['ضغط'])
  expect(await textsOf('Hello')).toBe('foreign')
  expect(await textsOf(line, new Uint8Array(300_000).fill(0xd6)), 'larger in UTF-8').toBe('tooLarge')
  expect(await textsOf(new Uint8Array(1_000_001))).toBe('tooLarge')
})

test('what is no captions file is none', () => {
  expect(readCaptions('Hello\n\nYousef')).toBeUndefined()
  expect(readCaptions('')).toBeUndefined()
  expect(readCaptions('WEBVTT')?.cues).toEqual([])
})

test('lines that overlap, run past the film or cannot be read are found', () => {
  const cue = (from: number, to: number, text: string) => ({ ...newCue(from, to), text })
  const next = cue(5, 7, 'Next')
  const found = (from: number, to: number, text = 'Only water.') => cueProblem(cue(from, to, text), next, 46)
  expect(found(1, 5)).toBeUndefined()
  expect(found(1, 5.2)).toBe('overlaps')
  expect(found(4, 4)).toBe('ends-first')
  expect(cueProblem(cue(45, 47, 'Over'), undefined, 46)).toBe('beyond')
  expect(found(1, 5, 'a'.repeat(85))).toBe('too-long')
  expect(found(1, 2, 'Twenty minutes under water. Only water.')).toBe('too-fast')
})

test('a new line at a place where another has just begun begins at its end, and elsewhere where the film stands', () => {
  const cues = [newCue(0, 2), newCue(2, 4.9)]
  expect([0, 0.3, 1.5, 2.2, 6].map(seconds => freeFrom(cues, seconds, 46))).toEqual([4.9, 4.9, 1.5, 4.9, 6])
  // The last line runs to the end of the film.
  expect([2.2, 0].map(seconds => freeFrom(cues, seconds, 4.9))).toEqual([2.2, 2])
})
