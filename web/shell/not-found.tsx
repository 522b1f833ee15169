import { Navigate } from '@tanstack/react-router'

/** An address that is not ours leads home. */
export function NotFound() {
  return <Navigate to="/" search={true} replace />
}
