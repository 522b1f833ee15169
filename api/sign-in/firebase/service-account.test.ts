import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { decodeJwt, jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Clock } from '../../testing.ts'
import { requireSameProject, serviceAccount } from './service-account.ts'
import { google, PROJECT } from './testing.ts'

const asked: URLSearchParams[] = []
let status = 200
const tokens = createServer(async (request, response) => {
  asked.push(new URLSearchParams(await bodyOf(request)))
  response.statusCode = status
  response.end(JSON.stringify({ access_token: `token-${asked.length}`, expires_in: 3599, token_type: 'Bearer' }))
})
let url = ''

beforeEach(async () => {
  asked.length = 0
  status = 200
  await new Promise<void>(resolve => tokens.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/token`
})
afterEach(() => {
  tokens.close()
})

test('Google gets a grant signed with the key file, for users and nothing else', async () => {
  const clock = new Clock()
  const accessToken = await serviceAccount(google.keyFile, clock.now, url)
  expect(await accessToken()).toBe('token-1')
  expect(asked[0]?.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const assertion = asked[0]?.get('assertion') ?? ''
  const { payload, protectedHeader } = await jwtVerify(assertion, google.publicKey, { algorithms: ['RS256'] })
  expect(protectedHeader.kid).toBe('k1')
  expect(payload).toMatchObject({
    iss: `server@${PROJECT}.iam.gserviceaccount.com`,
    aud: url,
    scope: 'https://www.googleapis.com/auth/identitytoolkit',
  })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
})

test('its token is used until shortly before it expires', async () => {
  const clock = new Clock()
  const accessToken = await serviceAccount(google.keyFile, clock.now, url)
  await accessToken()
  clock.advance(3_500_000)
  expect(await accessToken()).toBe('token-1')
  clock.advance(60_000)
  expect(await accessToken()).toBe('token-2')
  expect(decodeJwt(asked[1]?.get('assertion') ?? '').iat).toBeGreaterThan(
    decodeJwt(asked[0]?.get('assertion') ?? '').iat as number,
  )
})

test('the start makes no request, and an error is not cached', async () => {
  const accessToken = await serviceAccount(google.keyFile, Date.now, url)
  expect(asked).toEqual([])
  status = 500
  await expect(accessToken()).rejects.toThrow('500')
  status = 200
  expect(await accessToken()).toBe('token-2')
})

test('the key file of another project than that of the web app is refused', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'step-by-step-key-')), 'key.json')
  const key = JSON.parse(readFileSync(google.keyFile, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...key, project_id: PROJECT }))
  requireSameProject(file, PROJECT)
  requireSameProject(google.keyFile, PROJECT)
  expect(() => requireSameProject(file, 'other')).toThrow(
    `FIREBASE_SERVICE_ACCOUNT: ${file} is of the project ${PROJECT}, but FIREBASE_APP is of other`,
  )
  rmSync(dirname(file), { recursive: true })
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
