import { closeMicrophone, openMicrophone } from './microphone.ts'
import { type EncoderTold, openEncoder } from './open-encoder.ts'
import { RecorderTrouble } from './recorder-trouble.ts'
import { isMp3Rate } from './recording-format.ts'
import processorUrl from './workers/capture-processor.ts?worker&url'

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

/** The node that hands on, in blocks and in one channel, whatever is connected to it. */
async function openCaptureNode(context: AudioContext): Promise<AudioWorkletNode> {
  try {
    await context.audioWorklet.addModule(processorUrl)
  } catch (error) {
    throw new RecorderTrouble('notLoaded', error)
  }
  const node = new AudioWorkletNode(context, 'capture', { channelCount: 1, channelCountMode: 'explicit' })
  // It gives no sound, but what leads nowhere is not kept going.
  node.connect(context.destination)
  return node
}

const IN_EVERY_MP3 = 48_000
// Nobody hears what is recorded while it is: what counts is that none of it is missed.
const latencyHint = 'playback'

/** As the phone works anyway, where an mp3 can be so; what leads to no mp3 is converted by the browser. */
function openMp3Context(): AudioContext {
  const context = new AudioContext({ latencyHint })
  if (isMp3Rate(context.sampleRate)) return context
  void context.close()
  return new AudioContext({ latencyHint, sampleRate: IN_EVERY_MP3 })
}
