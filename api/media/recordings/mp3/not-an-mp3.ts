import { ApiError } from '../../../../contract/calls/api-error.ts'

export function notAnMp3(): ApiError {
  return new ApiError('unsupported-media-type', { message: 'file: this is not an mp3 from its first to its last byte' })
}
