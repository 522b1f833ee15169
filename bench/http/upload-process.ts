import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordingName, saveAudio } from '../../contract/media.ts'

const PIECE_BYTES = 32 * 1024

export type Uploads = {
  origin: string
  people: { uid: string; idToken: string }[]
  lessonId: string
  pageNumber: number
  /** An mp3 in base64. */
  file: string
  seconds: number
  /** The speed of each phone: without it, fifty local uploads would be faster than any real network. */
  megabitsPerSecond: number
}

// Phones use their own processors, so their work must not take time from the measured server.
setPriority(constants.priority.PRIORITY_LOW)

/** Runs outside of the bench, so that both do not share a thread. Replies with the number of stored recordings. */
process.once('message', async (uploads: Uploads) => {
  process.send?.(await run(uploads))
  process.disconnect?.()
})

async function run(uploads: Uploads): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const file = Buffer.from(uploads.file, 'base64')
  const pieceMs = (PIECE_BYTES * 8) / (uploads.megabitsPerSecond * 1000)
  const uploadMs = (file.length / PIECE_BYTES) * pieceMs
  const endsAt = performance.now() + uploads.seconds * 1000
  let stored = 0
  await Promise.all(
    uploads.people.map(async (person, at) => {
      // Real phones do not send at the same moment.
      await sleep((at / uploads.people.length) * uploadMs)
      do {
        await upload(uploads, person, { file, agent, pieceMs })
        stored += 1
      } while (performance.now() < endsAt)
    }),
  )
  agent.destroy()
  return stored
}

type Sent = { file: Buffer; agent: Agent; pieceMs: number }

async function upload(
  uploads: Uploads,
  person: Uploads['people'][number],
  { file, agent, pieceMs }: Sent,
): Promise<void> {
  const { origin, lessonId, pageNumber } = uploads
  const name = recordingName({ uid: person.uid, lessonId, pageNumber, recordedAt: Date.now() })
  const head = `--bench\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const tail = '\r\n--bench--\r\n'
  const headers = {
    Authorization: `Bearer ${person.idToken}`,
    'Content-Type': 'multipart/form-data; boundary=bench',
    'Content-Length': head.length + file.length + tail.length,
  }
  const outgoing = request(origin + saveAudio.path, { method: 'POST', headers, agent })
  const responding = once(outgoing, 'response')
  const startedAt = performance.now()
  outgoing.write(head)
  for (let at = 0; at < file.length; at += PIECE_BYTES) {
    outgoing.write(file.subarray(at, at + PIECE_BYTES))
    const nextAt = startedAt + (at / PIECE_BYTES + 1) * pieceMs
    await sleep(Math.max(0, nextAt - performance.now()))
  }
  outgoing.end(tail)
  const [response] = await responding
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`An upload was answered ${response.statusCode}`)
}
