import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../contract/calls/api-error.ts'
import { currentSession, onSessionChange } from './session.ts'

const TRIES = 2

/** Server data, in memory only; cleared with its session. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The screens themselves show that there is no network. The library would wait silently.
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
