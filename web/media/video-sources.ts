import { MEDIA_NAME } from '../../contract/media.ts'

export type VideoSource = { name: string; type: string }

/** The files in which a film may be had, the one to try first in front; none for a name that is not one. */
export function videoSources(avFilename: string): VideoSource[] {
  if (!MEDIA_NAME.test(avFilename)) return []
  const stem = avFilename.replace(/\.[^.]*$/, '').replace(/-orig$/, '')
  return [{ name: `${stem}-orig.mp4`, type: 'video/mp4' }]
}
