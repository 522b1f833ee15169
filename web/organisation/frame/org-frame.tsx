import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { TeamRole } from '../../../contract/team-roles.ts'
import { OutboxNote } from '../../messages/outbox-lists/outbox-note.tsx'
import { openOutbox } from '../../outbox/outbox.ts'
import { reloadScreen } from '../../router/router.ts'
import { useLocation } from '../../router/use-location.ts'
import { MenuProvider } from '../../shell/menu.tsx'
import { ScreenBoundary } from '../../shell/screen-boundary.tsx'
import { SideSwitch } from '../../shell/sides/side-switch.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazy } from '../../ui/lazy.ts'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { PendingLine } from '../../ui/pending-line.tsx'
import { useLazyAfter } from '../../ui/use-lazy-after.ts'
import { useUser } from '../../user/user.ts'
import { screenAt } from '../current-screen.ts'
import { places, screens } from '../places.ts'
import { CodeAgain } from './code-again/code-again.tsx'
import { OrgIcon } from './org-icon.tsx'
import { OrgLink } from './org-link.tsx'
import './organisation.css'
// This module must be loaded first, because it notes the path of each place, from the first place on.
import '../previous-path.ts'
import { useIsOwner } from '../use-is-owner.ts'
import { useOrganisation } from './use-organisation.ts'

const behind = lazy(async () => (await import('./org-background-work.tsx')).OrgBackgroundWork)
/** No screen waits for this component, so it is loaded later. */
const AFTER_MS = 1000

/** The frame around the organisation's screens: its bar, and on a phone its main places at the bottom. */
export function OrgFrame({ children }: { children: ReactNode }) {
  const { key, isSkeleton, pathname } = useLocation()
  const hasRole = useOwnRoles().length > 0
  const isRoom = hasRole && screenAt(pathname)?.isRoom === true
  useEffect(() => openOutbox(), [])
  useRefreshByRoles()
  const Behind = useLazyAfter(behind, AFTER_MS)
  return (
    <MenuProvider>
      <div className={isRoom ? 'org room' : 'org'}>
        {isRoom && <Title />}
        {!isRoom && (hasRole ? <Bar /> : <PlainBar />)}
        {!isRoom && <OutboxNote />}
        <ScreenBoundary place={key}>
          <Suspense fallback={<LoadingScreen />}>{isSkeleton ? <LoadingScreen /> : children}</Suspense>
        </ScreenBoundary>
        {!isRoom && <Places className="places" hasIcons />}
        <CodeAgain />
      </div>
      {Behind && <Behind />}
    </MenuProvider>
  )
}

/** A visit begins with the stored roles of the visit before. If the server has other roles, access is checked again. */
function useRefreshByRoles(): void {
  const roles = useUser().data?.user.teamRoles?.join()
  const before = useRef(roles)
  useEffect(() => {
    if (before.current !== undefined && before.current !== roles) reloadScreen()
    before.current = roles
  }, [roles])
}

/** Sets only the title of the window, for screens that draw their own bar. */
function Title() {
  useTitle()
  return null
}

/** The bar of a person without a role, who may become the first owner or answer an invitation. It has no places. */
function PlainBar() {
  const t = useTranslations('app')
  useWindowTitle(t('title'))
  return (
    <header className="bar">
      <div className="bar-in">
        <MenuButton />
        <p className="bar-title">{t('title')}</p>
      </div>
      <PendingLine />
    </header>
  )
}

function Bar() {
  const t = useTranslations('org')
  const { pathname } = useLocation()
  const { name, colour } = useOrganisation()
  useTitle()
  return (
    <header className="bar">
      <div className="bar-in">
        <MenuButton />
        <SideSwitch
          title={name || t('side')}
          about={name ? t('side') : undefined}
          mark={
            (name || colour) && (
              <span className="mark" aria-hidden="true" style={{ background: colour }}>
                {name ? Array.from(name)[0] : <OrgIcon name="home" />}
              </span>
            )
          }
        />
        <Places className="bar-nav" />
        <OrgLink
          className="icon-btn"
          to="/org/search"
          aria-label={t('titles.search')}
          isCurrent={pathname === '/org/search'}
        >
          <Icon name="search" />
        </OrgLink>
      </div>
      <PendingLine />
    </header>
  )
}

/** The places that the person's roles have. */
function Places({ className, hasIcons = false }: { className: string; hasIcons?: boolean }) {
  const t = useTranslations('org')
  const { pathname } = useLocation()
  const roles = useOwnRoles()
  const current = screenAt(pathname)?.place
  const nav = useRef<HTMLElement>(null)
  // With large letters not all places fit, so the row scrolls to the current place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is current then.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  const shown = places.flatMap(place => {
    const first = Object.entries(screens).find(([, screen]) => screen.place === place && canSee(screen.roles))
    return first ? [{ place, to: first[0] }] : []
  })
  if (shown.length === 0) return null
  return (
    <nav ref={nav} className={className} aria-label={t('places')}>
      {shown.map(({ place, to }) => (
        <OrgLink key={place} to={to} isCurrent={place === current}>
          {hasIcons && <OrgIcon name={place} />}
          {t(`titles.${place}`)}
        </OrgLink>
      ))}
    </nav>
  )

  function canSee(wanted: readonly string[]) {
    return wanted.some(role => roles.some(own => own === role))
  }
}

/** Names the place in the title of the window. */
function useTitle(): void {
  const t = useTranslations('org')
  const { pathname } = useLocation()
  const isOwner = useIsOwner()
  const named = screenAt(pathname)?.title
  // Only owners change roles. All others see who is in the team, so their title is another one.
  const title = named === 'team' && !isOwner ? 'members' : named
  useWindowTitle(title ? `${t(`titles.${title}`)} · ${t('side')}` : t('side'))
}

/** Sets the title of the window. `addresses.ts` has only one title for all of these screens. */
function useWindowTitle(text: string): void {
  const { key } = useLocation()
  const t = useTranslations()
  // The router sets its own title again at each arrival, and when more texts are loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the key or the texts change.
  useEffect(() => {
    const timer = setTimeout(() => {
      document.title = text
    })
    return () => clearTimeout(timer)
  }, [text, key, t])
}

function useOwnRoles(): readonly TeamRole[] {
  return useUser().data?.user.teamRoles ?? []
}
