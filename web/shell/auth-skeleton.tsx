import { SlowNote } from '../ui/slow-note.tsx'

/** A screen of the sign-in that is on its way. */
export function AuthSkeleton() {
  return (
    <main className="full" aria-busy="true">
      <span className="spin" />
      <SlowNote />
    </main>
  )
}
