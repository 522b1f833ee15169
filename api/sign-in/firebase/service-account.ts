import { readFileSync } from 'node:fs'
import { importPKCS8, SignJWT } from 'jose'
import * as v from 'valibot'
import { MINUTE, SECOND } from '../../../contract/time.ts'

const TOKEN_URL = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'
const TIMEOUT_MS = 4 * SECOND

/** The fields of the key file that we need. */
const KeyFile = v.object({
  client_email: v.string(),
  private_key: v.string(),
  private_key_id: v.optional(v.string()),
  project_id: v.optional(v.string()),
})
const Grant = v.object({ access_token: v.string(), expires_in: v.number() })

/**
 * Returns access tokens of the service account in a key file. Each is used until a minute before it expires.
 * https://developers.google.com/identity/protocols/oauth2/service-account#authorizingrequests
 */
export async function serviceAccount(
  file: string,
  now: () => number,
  url: string = TOKEN_URL,
): Promise<() => Promise<string>> {
  const { client_email: name, private_key: pem, private_key_id: kid } = readKeyFile(file)
  const key = await importPKCS8(pem, 'RS256').catch(() => notUsable(file))
  let token = ''
  let goodUntil = 0

  async function fetchToken(): Promise<void> {
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(kid ? { kid } : {}) })
      .setIssuer(name)
      .setAudience(url)
      .setIssuedAt(new Date(now()))
      .setExpirationTime(new Date(now() + 60 * MINUTE))
      .sign(key)
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`Google answered ${response.status} to the service account`)
    const grant = v.parse(Grant, await response.json())
    token = grant.access_token
    goodUntil = now() + grant.expires_in * SECOND - MINUTE
  }

  return async () => {
    if (now() >= goodUntil) await fetchToken()
    return token
  }
}

/** Without this check, the server would start with a key of another project, and fail at the first merge or erasure. */
export function requireSameProject(file: string, projectId: string): void {
  const { project_id: own = projectId } = readKeyFile(file)
  if (own !== projectId)
    throw new Error(`FIREBASE_SERVICE_ACCOUNT: ${file} is of the project ${own}, but FIREBASE_APP is of ${projectId}`)
}

function readKeyFile(file: string): v.InferOutput<typeof KeyFile> {
  try {
    return v.parse(KeyFile, JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return notUsable(file)
  }
}

function notUsable(file: string): never {
  throw new Error(`FIREBASE_SERVICE_ACCOUNT: ${file} is not the key file of a service account, or cannot be read`)
}
