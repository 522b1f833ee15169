import { Navigate } from '../../router/link.tsx'

/** For a URL that does not exist, or that this person may not see. */
export function RedirectHome() {
  return <Navigate to="/org" />
}
