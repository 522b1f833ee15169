import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../contract/calls/api-error.ts'
import { currentSession, onSessionChange } from './session.ts'

const TRIES = 2

/** What came from the server, in memory only; gone with the session it belongs to. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // We show for ourselves that there is no network, rather than waiting silently for one.
      networkMode: 'always',
      retry: (failures, error) => failures < TRIES && (!(error instanceof ApiError) || error.status >= 500),
      refetchOnWindowFocus: false,
    },
  },
})

let uid = currentSession()?.uid
onSessionChange(session => {
  if (session?.uid !== uid) queryClient.clear()
  uid = session?.uid
})
