import { Refusal } from '../../contract/calls/api-error.ts'

export function notAnMp3(): Refusal {
  return new Refusal('unsupported-media-type', { message: 'file: this is not an mp3 from its first to its last byte' })
}
