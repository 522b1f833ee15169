import { isMp3Rate } from './recording-format.ts'

const IN_EVERY_MP3 = 48_000
// Nobody hears what is recorded while it is: what counts is that none of it is missed.
const latencyHint = 'playback'

/** As the phone works anyway, where an mp3 can be so; what leads to no mp3 is converted by the browser. */
export function openMp3Context(): AudioContext {
  const context = new AudioContext({ latencyHint })
  if (isMp3Rate(context.sampleRate)) return context
  void context.close()
  return new AudioContext({ latencyHint, sampleRate: IN_EVERY_MP3 })
}
