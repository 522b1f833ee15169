import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { openOutbox } from '../outbox/outbox.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { queryClient } from '../query-client.ts'
import { usePlace } from '../router/use-place.ts'
import { later } from '../ui/later.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { useSoon } from '../ui/use-soon.ts'
import { Header } from './header.tsx'
import { MenuProvider } from './menu.tsx'

const behind = later(async () => (await import('./behind.tsx')).Behind)
const BEHIND_AFTER_MS = 1000

/** Around all that only signed-in people see. */
export function SignedIn({ children }: { children: ReactNode }) {
  useEffect(() => openOutbox(), [])
  const Behind = useSoon(behind, BEHIND_AFTER_MS)
  return (
    <QueryClientProvider client={queryClient}>
      <MenuProvider>
        <Around>
          <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
        </Around>
        {Behind && <Behind />}
      </MenuProvider>
    </QueryClientProvider>
  )
}

function Around({ children }: { children: ReactNode }) {
  const { drawsBar, fills } = usePlace().route
  if (drawsBar) return children
  return (
    <div className={fills ? 'filled' : undefined}>
      <Header />
      {/* A conversation says so of each message. */}
      {!fills && <OutboxNote />}
      {children}
    </div>
  )
}
