import { SECOND } from '../../../contract/time.ts'

type Changes = { localId: string; phoneNumber?: string; deleteProvider?: 'phone'[] }

/** Changes users at Firebase. Rejects with Firebase's error code. */
export type IdentityToolkit = (act: 'update' | 'delete', user: Changes) => Promise<void>

const IDENTITY_TOOLKIT_URL = 'https://identitytoolkit.googleapis.com'
/** The limit is short, because a transaction waits for the reply. */
const TIMEOUT_MS = 4 * SECOND

/** Google's REST API. https://cloud.google.com/identity-platform/docs/reference/rest */
export function identityToolkit({
  projectId,
  accessToken,
  url = IDENTITY_TOOLKIT_URL,
}: {
  projectId: string
  accessToken: () => Promise<string>
  url?: string | undefined
}): IdentityToolkit {
  return async (act, user) => {
    const response = await fetch(`${url}/v1/projects/${projectId}/accounts:${act}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await accessToken()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(user),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(await reasonIn(response))
    await response.body?.cancel()
  }
}

type Answer = { error?: { message?: unknown } } | undefined

async function reasonIn(response: Response): Promise<string> {
  const answer = (await response.json().catch(() => undefined)) as Answer
  return String(answer?.error?.message ?? `Firebase answered ${response.status}`)
}
