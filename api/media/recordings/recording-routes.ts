import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../contract/calls/api-error.ts'
import { getRecordingUrl, saveAudio } from '../../../contract/media.ts'
import { saveVoice } from '../../../contract/messages.ts'
import { serve } from '../../http/serve.ts'
import { heardRecording } from './heard-recording.ts'
import { playRecording } from './play-recording.ts'
import { receiveRecording, receiveVoice } from './receiving/receive-recording.ts'
import type { RecordingDeps } from './recording-deps.ts'
import { type RecordingPath, signedUrlOf } from './signed-url.ts'

/** Stores what learners record, and plays it to them and their mentor. */
export async function serveRecordings(app: FastifyInstance, deps: RecordingDeps): Promise<void> {
  // Only these paths accept forms.
  await app.register(async uploads => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    uploads.post(saveAudio.path, request => receiveRecording(request, deps))
    if (deps.hasVoiceNotes) uploads.post(saveVoice.path, request => receiveVoice(request, deps))
  })
  app.get<{ Params: RecordingPath }>('/:alias/user-content/:filename', (request, reply) =>
    playRecording(request, reply, deps),
  )
  const urlRoute = serve(getRecordingUrl, async ({ params: { lessonId, pageId, filename }, user }) => {
    const recording = await heardRecording(deps.db, user.uid, filename)
    if (recording.lesson_id !== lessonId || recording.page_id !== pageId) throw new ApiError('not-found')
    return { success: true, data: signedUrlOf(deps.urlKey, recording, user.uid, deps.now()) }
  })
  app.route(urlRoute(deps))
}
