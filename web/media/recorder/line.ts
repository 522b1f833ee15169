import { closeMicrophone, openMicrophone } from './microphone.ts'
import { type EncoderTold, openEncoder } from './open-encoder.ts'
import { openGatherer } from './open-gatherer.ts'
import { openMp3Context } from './open-mp3-context.ts'

/** All that sound goes through on its way to mp3, and where the gatherer sends its blocks. */
export type Line = {
  context: AudioContext
  microphone: MediaStream
  gatherer: AudioWorkletNode
  encoder: Worker
  toEncoder: MessagePort
}

/** Opens everything at once, so that whoever is asked for the microphone waits for nothing else. */
export async function openLine(told: EncoderTold): Promise<Line> {
  const context = openMp3Context()
  const { port1: samples, port2: toEncoder } = new MessageChannel()
  const opened = await Promise.allSettled([
    openMicrophone(),
    openEncoder({ sampleRate: context.sampleRate, samples }, told),
    openGatherer(context),
    context.resume(),
  ])
  const [microphone, encoder, gatherer] = opened.map(result =>
    result.status === 'fulfilled' ? result.value : undefined,
  )
  const line = { context, microphone, encoder, gatherer, toEncoder } as Line
  const failed = opened.find(result => result.status === 'rejected')
  if (!failed) return line
  closeLine(line)
  throw failed.reason
}

/** Also what was opened only in part. */
export function closeLine({ context, microphone, encoder }: Pick<Line, 'context'> & Partial<Line>): void {
  if (microphone) closeMicrophone(microphone)
  encoder?.terminate()
  if (context.state !== 'closed') void context.close()
}
