import { expect } from 'vitest'
import type { UploadedFile } from '../../../../contract/organisation/media/author-files.ts'
import type { TestServer } from '../../../testing.ts'
import type { Person } from '../../../testing-people.ts'

type Kind = { path: string; contentType: string; query?: Record<string, string> }
type Options = { id?: string; language?: 'ar' | 'en' }

/** Sends files of one kind as an author's browser does, into the draft of a course. */
export function filesOfKind({ path, contentType, query }: Kind) {
  function send(
    { origin }: TestServer,
    { idToken }: Person,
    body: Buffer | string,
    { id = 'tea', language = 'en' }: Options = {},
  ): Promise<Response> {
    return fetch(`${origin}${path.replace(':id', id)}?${new URLSearchParams({ ...query, language })}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${idToken}`, 'content-type': contentType },
      body: new Uint8Array(Buffer.from(body)),
    })
  }

  async function bring(...sent: Parameters<typeof send>): Promise<UploadedFile> {
    const reply = await (await send(...sent)).json()
    expect(reply).toMatchObject({ success: true })
    return reply.data
  }

  /** Why the file is refused. */
  async function refusal(...sent: Parameters<typeof send>): Promise<string> {
    const reply = await send(...sent)
    const { error } = await reply.json()
    expect([reply.status, error.code]).toEqual([422, 'courses/bad-file'])
    return error.message
  }

  return { send, bring, refusal }
}
