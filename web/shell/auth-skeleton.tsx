import { SlowNote } from '../ui/slow-note.tsx'

/** A sign-in screen that is loading. */
export function AuthSkeleton() {
  return (
    <main className="full" aria-busy="true">
      <span className="spin" />
      <SlowNote />
    </main>
  )
}
