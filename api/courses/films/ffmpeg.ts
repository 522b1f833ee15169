import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'

/** Why ffmpeg failed, in one line. */
export class FfmpegError extends Error {}

export type FfmpegRun = {
  limitSeconds?: number
  signal?: AbortSignal | undefined
  /** Called with the seconds of the film that are done. */
  onSeconds?: ((seconds: number) => void) | undefined
}
export type ProgramOutput = { output: string; errors: string }

const QUIET = ['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'error']

/** Throws `FfmpegError`, or the signal's own error. */
export async function ffmpeg(words: readonly string[], { limitSeconds = 60, signal, onSeconds }: FfmpegRun = {}) {
  // If this process is killed, it cannot stop ffmpeg. So ffmpeg also has a limit of processor time.
  const fixed = [...QUIET, '-timelimit', String(Math.ceil(4 * limitSeconds))]
  const progress = onSeconds ? ['-progress', 'pipe:1'] : []
  return await run('ffmpeg', [...fixed, ...progress, ...words], { limitSeconds, signal, onSeconds })
}

export async function ffprobe(
  words: readonly string[],
  { limitSeconds = 60, signal }: FfmpegRun = {},
): Promise<ProgramOutput> {
  return await run('ffprobe', ['-hide_banner', ...words], { limitSeconds, signal })
}

export type InputFormat = 'mov' | 'matroska' | 'jpeg_pipe' | 'png_pipe' | 'webp_pipe' | 'mp3' | 'wav' | 'ogg'

/** Input options that allow one format and local files only: a "film" can be a list of URLs. */
export function inputOf(format: InputFormat, file: string): string[] {
  return ['-protocol_whitelist', 'file,pipe', '-f', format, '-i', `file:${file}`]
}

async function run(program: string, words: string[], { limitSeconds = 60, signal, onSeconds }: FfmpegRun) {
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // ffmpeg does not get our environment, which has secrets, because it opens files of unknown authors.
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot },
    timeout: limitSeconds * 1000,
    killSignal: 'SIGKILL',
    // Ctrl-C must reach the import only, which aborts ffmpeg. Otherwise ffmpeg would report a broken film.
    detached: true,
    windowsHide: true,
    ...(signal ? { signal } : {}),
  })
  lowerPriority(child)
  const output = beginningOf(child.stdout, text => reportSeconds(text, onSeconds))
  const errors = beginningOf(child.stderr)
  const [code, endedBy] = await once(child, 'close').catch(error => {
    signal?.throwIfAborted()
    throw error
  })
  const result = { output: output(), errors: errors() }
  if (endedBy) throw new FfmpegError(`was ended (${endedBy}); it had ${limitSeconds} seconds`)
  // If a file cannot be written to its end, ffmpeg may say so and end as if all were well.
  if (NO_ROOM.test(result.errors))
    throw Object.assign(new Error('no space left for the files of a film'), { code: 'ENOSPC' })
  if (code !== 0 || INCOMPLETE.test(result.errors)) throw new FfmpegError(reasonIn(result.errors))
  return result
}

const NO_ROOM = /No space left on device|Disk quota exceeded/
const INCOMPLETE = /^Error (?:writing trailer|closing file)/m

/** Lower priority: the server may be on the same machine. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has already ended, or the system has no priorities.
  }
}

const MAX_CHARACTERS = 250_000

/**
 * A broken film can cause millions of messages, so only the first ones are kept. The stream is undefined if the process
 * could not start because too many files are open.
 */
function beginningOf(stream: Readable | undefined, onText?: (text: string) => void): () => string {
  let all = ''
  stream?.setEncoding('utf8').on('data', (text: string) => {
    onText?.(text)
    if (all.length < MAX_CHARACTERS) all += text
  })
  return () => all
}

function reportSeconds(text: string, onSeconds: FfmpegRun['onSeconds']): void {
  const microseconds = /out_time_us=(\d+)/g
  for (const [, value] of text.matchAll(microseconds)) onSeconds?.(Number(value) / 1e6)
}

/** The first message, without program parts, memory addresses and paths. */
function reasonIn(errors: string): string {
  const [first = 'gives no reason'] = errors.split(/[\r\n]+/).filter(line => line.trim() !== '')
  const plain = first.replace(/^(\[[^\]]*\]\s*)+/, '').replace(/file:\S+/g, 'it')
  return plain.replace(/\p{C}+/gu, ' ').slice(0, 200)
}
