import { closeMicrophone, openMicrophone } from './microphone.ts'
import { openCaptureNode } from './open-capture-node.ts'
import { type EncoderTold, openEncoder } from './open-encoder.ts'
import { openMp3Context } from './open-mp3-context.ts'
import { RecorderTrouble } from './recorder-trouble.ts'

/** All that sound goes through on its way to mp3, and where the capture processor sends its blocks. */
export type AudioPipeline = {
  context: AudioContext
  microphone: MediaStream
  capture: AudioWorkletNode
  encoder: Worker
  toEncoder: MessagePort
}

/** The sound of a device starts within a second; where there is no way out for sound, some browsers never answer. */
const SOUND_STARTS_WITHIN_MS = 3000

/** Opens everything at once, so that a person who is asked for the microphone waits for nothing else. */
export async function openPipeline(told: EncoderTold): Promise<AudioPipeline> {
  const context = openMp3Context()
  const { port1: samples, port2: toEncoder } = new MessageChannel()
  // Asked for here, while the browser still knows of the press.
  const started = context.resume()
  const opened = await Promise.allSettled([
    openMicrophone(),
    openEncoder({ sampleRate: context.sampleRate, samples }, told),
    openCaptureNode(context),
  ])
  const isAllOpen = opened.every(({ status }) => status === 'fulfilled')
  const [sound] = await Promise.allSettled([isAllOpen ? inTime(started) : undefined])
  const [microphone, encoder, capture] = opened.map(result =>
    result.status === 'fulfilled' ? result.value : undefined,
  )
  const pipeline = { context, microphone, encoder, capture, toEncoder } as AudioPipeline
  const failed = [...opened, sound].find(result => result.status === 'rejected')
  if (!failed) return pipeline
  closePipeline(pipeline)
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
export function closePipeline({
  context,
  microphone,
  encoder,
}: Pick<AudioPipeline, 'context'> & Partial<AudioPipeline>): void {
  if (microphone) closeMicrophone(microphone)
  encoder?.terminate()
  if (context.state !== 'closed') void context.close()
}
