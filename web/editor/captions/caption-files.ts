import { decodeFile } from '../../../contract/organisation/decode-file.ts'
import { MAX_CAPTIONS_BYTES } from '../../../contract/organisation/media/author-files.ts'

/** A line over a film, from one second to another. */
export type Cue = {
  /** Identifies the line on the screen only. The file does not have it. */
  id: number
  from: number
  to: number
  text: string
  /** The text of this line in the file. Undefined once the author has changed it. */
  source?: string
  /** What the file has after the times, such as `align:start`. */
  settings: string
}

/** `others`: notes and styles of the file. Each stays before the line with the index `before`. */
export type Captions = { head: string; cues: Cue[]; others: { before: number; source: string }[] }

let lastId = 0
const newId = () => {
  lastId += 1
  return lastId
}

export const noCaptions: Captions = { head: 'WEBVTT', cues: [], others: [] }

/** Reads a chosen file. `foreign`: it is no captions file. `tooLarge`: the server would refuse it. */
export async function readCaptionFile(file: Blob): Promise<Captions | 'foreign' | 'tooLarge'> {
  if (file.size > MAX_CAPTIONS_BYTES * 2) return 'tooLarge'
  const captions = readCaptions(decodeFile(new Uint8Array(await file.arrayBuffer())))
  if (!captions) return 'foreign'
  return new Blob([writeVtt(captions)]).size > MAX_CAPTIONS_BYTES ? 'tooLarge' : captions
}

const TIMES = /^\s*((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})\s*-->\s*((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})(.*)$/

/** Reads WebVTT or SRT. Undefined if the file is neither. */
export function readCaptions(file: string): Captions | undefined {
  const blocks = file
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n(?:[ \t]*\n)+/)
    .map(block => block.replace(/^\n+|\n+$/g, ''))
    .filter(block => block.trim() !== '')
  const isVtt = /^WEBVTT(?:[ \t\n]|$)/.test(blocks[0] ?? '')
  const captions: Captions = { head: isVtt ? (blocks.shift() as string) : 'WEBVTT', cues: [], others: [] }
  for (const block of blocks) {
    const cue = cueIn(block, isVtt)
    if (cue) captions.cues.push(cue)
    else if (isVtt) captions.others.push({ before: captions.cues.length, source: block })
    else addWords(captions.cues.at(-1), block)
  }
  return isVtt || captions.cues.length > 0 ? captions : undefined
}

/**
 * Adds a block without times to the line before it. SRT allows empty lines within a text. A time that cannot be read
 * is shown there as well, so that the author can correct it.
 */
function addWords(cue: Cue | undefined, block: string): void {
  const isNumber = /^\d+$/.test(block)
  if (cue && !isNumber) cue.text += `\n${withoutSrtMarkup(block)}`
}

function withoutSrtMarkup(text: string): string {
  return text.replace(/<[^>]*>|\{\\[^}]*\}/g, '')
}

function cueIn(block: string, isVtt: boolean): Cue | undefined {
  const lines = block.split('\n')
  const at = lines.findIndex(line => TIMES.test(line))
  if (at < 0 || at > 1) return undefined
  const [, from = '', to = '', settings = ''] = TIMES.exec(lines[at] as string) ?? []
  const text = lines.slice(at + 1).join('\n')
  const cue = { id: newId(), from: secondsIn(from), to: secondsIn(to), settings: isVtt ? settings : '' }
  // Only the words of SRT are taken: no player shows its colours and places.
  return isVtt ? { ...cue, text: unescapeMarkup(text), source: block } : { ...cue, text: withoutSrtMarkup(text) }
}

/** `1:02:03.400` or `02:03,4`. */
export function secondsIn(time: string): number {
  const [whole = '', part = '0'] = time.split(/[.,]/)
  const seconds = whole.split(':').reduce((sum, one) => 60 * sum + Number(one), 0)
  return seconds + Number(`0.${part}`)
}

/** The words without `<v Speaker>`, `<b>` and the like, which nobody sees. */
function unescapeMarkup(text: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', lrm: '\u200e', rlm: '\u200f', nbsp: '\u00a0' }
  return text.replace(/<[^>]*>/g, '').replace(/&(amp|lt|gt|lrm|rlm|nbsp);/g, (_, name: string) => names[name] ?? '')
}

function escapeMarkup(text: string): string {
  // In WebVTT an empty line would end the caption.
  const lines = text.split('\n').filter(line => line.trim() !== '')
  return lines.join('\n').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

/** An unchanged line is written as it was read. */
export function writeVtt({ head, cues, others }: Captions): string {
  const blocks = [head]
  for (const [index, cue] of [...cues, undefined].entries()) {
    for (const { before, source } of others)
      if (before === index || (cue === undefined && before > index)) blocks.push(source)
    if (cue)
      blocks.push(cue.source ?? `${timeOf(cue.from)} --> ${timeOf(cue.to)}${cue.settings}\n${escapeMarkup(cue.text)}`)
  }
  return `${blocks.join('\n\n')}\n`
}

export function writeSrt({ cues }: Captions): string {
  const lines = (text: string) => text.split('\n').filter(line => line.trim() !== '')
  return cues
    .map(({ from, to, text }, index) =>
      [index + 1, `${srtTime(from)} --> ${srtTime(to)}`, ...lines(text), ''].join('\n'),
    )
    .join('\n')
}

/** The shape that all players read. */
function timeOf(seconds: number): string {
  const thousandths = Math.round(seconds * 1000)
  const part = (of: number, most: number, length = 2) =>
    String(Math.floor(thousandths / of) % most).padStart(length, '0')
  const hours = thousandths >= 3_600_000 ? `${part(3_600_000, 100)}:` : ''
  return `${hours}${part(60_000, 60)}:${part(1000, 60)}.${part(1, 1000, 3)}`
}

function srtTime(seconds: number): string {
  const time = timeOf(seconds).replace('.', ',')
  return time.length < 12 ? `00:${time}` : time
}

export function newCue(from: number, to: number): Cue {
  return { id: newId(), from, to, text: '', settings: '' }
}

/** In seconds. An author who stops the film so soon after the start of a line wants to write the next line. */
const JUST_BEGUN = 0.5

/**
 * The second at which a new line begins, if the film stands at `seconds`. If another line has just begun there, the
 * new line begins where that line ends, but never at the end of the film.
 */
export function freeFrom(cues: readonly Cue[], seconds: number, length: number): number {
  return cues.reduce((at, { from, to }) => {
    const hasJustBegun = from <= at && at < Math.min(to, from + JUST_BEGUN)
    return hasJustBegun && to < length ? to : at
  }, seconds)
}

/** Adds or replaces a line. The lines stay in the order in which they are shown. */
export function withCue(captions: Captions, cue: Cue): Captions {
  const { source: _, ...changed } = cue
  const others = captions.cues.filter(({ id }) => id !== cue.id)
  const at = others.findIndex(({ from }) => from > cue.from)
  const place = at < 0 ? others.length : at
  return { ...captions, cues: [...others.slice(0, place), changed, ...others.slice(place)] }
}
