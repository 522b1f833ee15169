import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { showPageDone } from '../identity/user.ts'
import { openOutbox } from '../outbox/outbox.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { onRecordingSaved } from '../outbox/saved-recordings.ts'
import { queryClient } from '../query-client.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { Header } from './header.tsx'
import { MenuProvider } from './menu.tsx'

/** Around all that only signed-in people see. */
export function SignedIn() {
  const { drawsBar } = useMatches().at(-1)?.staticData ?? {}
  useEffect(() => openOutbox(), [])
  // A recording gets its name only when it has arrived, on whatever screen that is.
  useEffect(() => onRecordingSaved(page => showPageDone(queryClient, page)), [])
  return (
    <QueryClientProvider client={queryClient}>
      <MenuProvider>
        {!drawsBar && <Header />}
        {!drawsBar && <OutboxNote />}
        <Suspense fallback={<LoadingScreen />}>
          <Outlet />
        </Suspense>
      </MenuProvider>
    </QueryClientProvider>
  )
}
