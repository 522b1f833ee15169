import { RecorderTrouble } from './recorder-trouble.ts'
import processorUrl from './workers/capture-processor.ts?worker&url'

/** The node that hands on, in blocks and in one channel, whatever is connected to it. */
export async function openCaptureNode(context: AudioContext): Promise<AudioWorkletNode> {
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
