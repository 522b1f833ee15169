import { closeMicrophone, openMicrophone } from './microphone.ts'
import { type EncoderTold, openEncoder } from './open-encoder.ts'
import { openGatherer } from './open-gatherer.ts'
import { openMp3Context } from './open-mp3-context.ts'
import { RecorderTrouble } from './recorder-trouble.ts'

/** All that sound goes through on its way to mp3, and where the gatherer sends its blocks. */
export type Line = {
  context: AudioContext
  microphone: MediaStream
  gatherer: AudioWorkletNode
  encoder: Worker
  toEncoder: MessagePort
}

/** The sound of a device starts within a second; where there is no way out for sound, some browsers never answer. */
const SOUND_STARTS_WITHIN_MS = 3000

/** Opens everything at once, so that a person who is asked for the microphone waits for nothing else. */
export async function openLine(told: EncoderTold): Promise<Line> {
  const context = openMp3Context()
  const { port1: samples, port2: toEncoder } = new MessageChannel()
  // Asked for here, while the browser still knows of the press.
  const started = context.resume()
  const opened = await Promise.allSettled([
    openMicrophone(),
    openEncoder({ sampleRate: context.sampleRate, samples }, told),
    openGatherer(context),
  ])
  const isAllOpen = opened.every(({ status }) => status === 'fulfilled')
  const [sound] = await Promise.allSettled([isAllOpen ? inTime(started) : undefined])
  const [microphone, encoder, gatherer] = opened.map(result =>
    result.status === 'fulfilled' ? result.value : undefined,
  )
  const line = { context, microphone, encoder, gatherer, toEncoder } as Line
  const failed = [...opened, sound].find(result => result.status === 'rejected')
  if (!failed) return line
  closeLine(line)
  throw failed.reason
}

/** However long somebody thought about the microphone before. */
async function inTime(started: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RecorderTrouble('noSound')), SOUND_STARTS_WITHIN_MS)
  })
  await Promise.race([started, limit]).finally(() => clearTimeout(timer))
}

/** Also what was opened only in part. */
export function closeLine({ context, microphone, encoder }: Pick<Line, 'context'> & Partial<Line>): void {
  if (microphone) closeMicrophone(microphone)
  encoder?.terminate()
  if (context.state !== 'closed') void context.close()
}
