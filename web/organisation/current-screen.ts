import type { ComponentType } from 'react'
import type { TeamRole } from '../../contract/team-roles.ts'
import { wantTexts } from '../i18n/texts.ts'
import { queryClient } from '../queries/query-client.ts'
import { paramsIn } from '../router/path.ts'
import { takeReturnPath } from '../router/return-path.ts'
import { openPath } from '../router/router.ts'
import { currentSession } from '../session.ts'
import type { UserWithProgress } from '../user/load-user.ts'
import { userQuery } from '../user/user.ts'
import { ownRolesQuery } from './own-roles-query.ts'
import { type OrgScreen, screens } from './places.ts'

const RECOVER = '/org/recover'
/** The path of a list of people, without its id. */
const LISTS = '/org/invite/list'

/** The screen of the present URL. A person who may not see it is led to their own first screen. */
export async function currentScreen(): Promise<ComponentType> {
  const wanted = takeReturnPath()
  // The router opens this path, because screens read ids in the path of the router.
  if (wanted && wanted !== location.pathname) openPath(wanted + location.search, { replace: true })
  const isJoining = new URLSearchParams(location.search).has('join')
  // Both promises are awaited together. If one failed before it is awaited, nobody would handle the rejection.
  const [Screen] = await Promise.all([screenFor(isJoining), wantTexts('organisation')])
  return Screen
}

async function screenFor(isJoining: boolean): Promise<ComponentType> {
  if (isJoining) return (await import('./first/join-screen.tsx')).JoinScreen
  const roles = await ownRoles()
  if (location.pathname === RECOVER && (roles.length > 0 || isMentor()))
    return (await import('./first/recover-screen.tsx')).RecoverScreen
  if (roles.length === 0) return (await import('./first/first-owner-screen.tsx')).FirstOwnerScreen
  // The roles are loaded now, because their reply has the name of the organisation for the bar.
  if (!queryClient.getQueryData(ownRolesQuery.queryKey)) queryClient.fetchQuery(ownRolesQuery).catch(() => {})
  const instead = redirectFrom(location.pathname)
  if (instead !== undefined) openPath(instead + location.search, { replace: true })
  const found = screenAt(location.pathname)
  if (!found?.roles.some(role => roles.includes(role))) return (await import('./frame/redirect-home.tsx')).RedirectHome
  const [Screen] = await Promise.all([found.screen(), ...(found.texts ?? []).map(wantTexts)])
  return Screen
}

export function screenAt(pathname: string): OrgScreen | undefined {
  return Object.entries(screens).find(([path]) => paramsIn(path, pathname))?.[1]
}

/**
 * The path to open instead of a path without a screen, such as a path whose end was cut off: the course that the path
 * names, or the nearest path above it.
 */
export function redirectFrom(pathname: string): string | undefined {
  if (paramsIn(LISTS, pathname)) return '/org/invite'
  if (screenAt(pathname)) return undefined
  if (paramsIn('/org/courses/$courseId', pathname)) return `${pathname.replace(/\/+$/, '')}/edit`
  const above = pathname.replace(/\/+[^/]*\/*$/, '')
  return screenAt(above) ? above : redirectFrom(above)
}

/** Whether the person is a mentor, who may have the recovery code even without a role. */
function isMentor(): boolean {
  const query = userQuery(currentSession()?.uid ?? '')
  return queryClient.getQueryData<UserWithProgress>(query.queryKey)?.user.mentorId != null
}

/**
 * The person's roles: from this visit, or else as the user query loads them. Only if it names no roles, the server is
 * asked for them alone.
 */
async function ownRoles(): Promise<readonly TeamRole[]> {
  const query = userQuery(currentSession()?.uid ?? '')
  const shown = queryClient.getQueryData<UserWithProgress>(query.queryKey)
  const known = shown ?? (await queryClient.fetchQuery(query).catch(() => undefined))
  if (known?.user.teamRoles) return known.user.teamRoles
  return (await queryClient.fetchQuery(ownRolesQuery)).roles
}
