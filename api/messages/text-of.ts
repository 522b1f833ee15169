import { ApiError } from '../../contract/calls/api-error.ts'
import { MESSAGE_LIMIT } from '../../contract/messages.ts'
import { decodeText } from '../../contract/text/encoded-text.ts'
import { isVisible } from '../../contract/text/visible.ts'

/** What was written (base64 of UTF-8 as it travels). Refuses what no message can say. */
export function textOf({ content, voice }: { content: string; voice?: string | undefined }): string {
  const text = decoded(content)
  if (text.includes('\0')) throw new ApiError('bad-request', { message: 'content: has a character that no text has' })
  if (text.length > MESSAGE_LIMIT) throw new ApiError('too-large')
  if (!isVisible(text) && voice === undefined) throw new ApiError('bad-request', { message: 'content: is empty' })
  return text
}

function decoded(content: string): string {
  try {
    return decodeText(content)
  } catch {
    throw new ApiError('bad-request', { message: 'content: is not canonical base64 of UTF-8' })
  }
}
