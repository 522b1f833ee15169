import { SlowNote } from '../ui/slow-note.tsx'

/** A screen of the sign-in that is on its way. */
export function DoorSkeleton() {
  return (
    <main className="full" aria-busy="true">
      <span className="spin" />
      <SlowNote />
    </main>
  )
}
