import type { ComponentType } from 'react'
import type { TeamRole } from '../../contract/team-roles.ts'
import { wantTexts } from '../i18n/texts.ts'
import { queryClient } from '../queries/query-client.ts'
import { paramsIn } from '../router/path.ts'
import { open } from '../router/router.ts'
import { takeWanted } from '../router/wanted.ts'
import { currentSession } from '../session.ts'
import type { UserWithProgress } from '../user/load-user.ts'
import { userQuery } from '../user/user.ts'
import { ownRolesQuery } from './own-roles-query.ts'
import { type OrgScreen, screens } from './places.ts'

const RECOVER = '/org/recover'
/** The address of a list of people, without its id. */
const LISTS = '/org/invite/list'

/** The screen of the present URL. A person who may not see it is led to their own first screen. */
export async function screenHere(): Promise<ComponentType> {
  const wanted = takeWanted()
  // Through the router, because screens read ids in its path.
  if (wanted && wanted !== location.pathname) open(wanted + location.search, { replace: true })
  const isJoining = new URLSearchParams(location.search).has('join')
  // Both in one wait: if one failed before somebody waits for it, nobody would handle it.
  const [Screen] = await Promise.all([screenFor(isJoining), wantTexts('organisation')])
  return Screen
}

async function screenFor(isJoining: boolean): Promise<ComponentType> {
  if (isJoining) return (await import('./first/join-screen.tsx')).JoinScreen
  const roles = await ownRoles()
  if (location.pathname === RECOVER && (roles.length > 0 || isMentor()))
    return (await import('./first/recover-screen.tsx')).RecoverScreen
  if (roles.length === 0) return (await import('./first/first-owner-screen.tsx')).FirstOwnerScreen
  // Asked for now, because the bar shows the name of the organisation.
  if (!queryClient.getQueryData(ownRolesQuery.queryKey)) queryClient.fetchQuery(ownRolesQuery).catch(() => {})
  const instead = insteadOf(location.pathname)
  if (instead !== undefined) open(instead + location.search, { replace: true })
  const found = screenAt(location.pathname)
  if (!found?.roles.some(role => roles.includes(role))) return (await import('./frame/to-home.tsx')).ToHome
  const [Screen] = await Promise.all([found.screen(), ...(found.texts ?? []).map(wantTexts)])
  return Screen
}

export function screenAt(pathname: string): OrgScreen | undefined {
  return Object.entries(screens).find(([path]) => paramsIn(path, pathname))?.[1]
}

/**
 * Where an address leads that has no screen, such as one whose end was cut off: to the course that it names, or to the
 * nearest address above it.
 */
export function insteadOf(pathname: string): string | undefined {
  if (paramsIn(LISTS, pathname)) return '/org/invite'
  if (screenAt(pathname)) return undefined
  if (paramsIn('/org/courses/$courseId', pathname)) return `${pathname.replace(/\/+$/, '')}/edit`
  const above = pathname.replace(/\/+[^/]*\/*$/, '')
  return screenAt(above) ? above : insteadOf(above)
}

/** A mentor without a role, too, may hold the recovery code. */
function isMentor(): boolean {
  const query = userQuery(currentSession()?.uid ?? '')
  return queryClient.getQueryData<UserWithProgress>(query.queryKey)?.user.mentorId != null
}

/**
 * The roles from this visit or an earlier one. If they do not allow the screen, the server is asked: a role may be new.
 */
async function ownRoles(): Promise<readonly TeamRole[]> {
  const query = userQuery(currentSession()?.uid ?? '')
  const shown = queryClient.getQueryData<UserWithProgress>(query.queryKey)
  const known = shown ?? (await queryClient.fetchQuery(query).catch(() => undefined))
  if (known?.user.teamRoles) return known.user.teamRoles
  return (await queryClient.fetchQuery(ownRolesQuery)).roles
}
