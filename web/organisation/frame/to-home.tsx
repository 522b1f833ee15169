import { Navigate } from '../../router/link.tsx'

/** For an address that does not exist, or that this person may not see. */
export function ToHome() {
  return <Navigate to="/org" />
}
