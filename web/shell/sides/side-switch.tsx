import { type ReactNode, useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useInbox } from '../../inbox/inbox-query.ts'
import { Link } from '../../router/link.tsx'
import { useLocation } from '../../router/use-location.ts'
import { knownSettings } from '../../settings/settings.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { useUser } from '../../user/user.ts'
import { type AppSide, saveSide } from './last-side.ts'
import './side-switch.css'

const addresses = { learn: '/courses', inbox: '/messages', organisation: '/org' } as const
const icons: Record<AppSide, IconName> = { learn: 'book', inbox: 'mail', organisation: 'home' }

/**
 * The title of the bar for a person of the team: it leads to the other sides. `about` replaces the second line, and
 * `mark` stands before both lines.
 */
export function SideSwitch({ title, about, mark }: { title: string; about?: string | undefined; mark?: ReactNode }) {
  const t = useTranslations('sides')
  const [isOpen, setIsOpen] = useState(false)
  const isMentor = useUser().data?.user.mentorId != null && knownSettings().messengerEnabled
  const here = sideOf(useLocation().pathname, isMentor)
  useEffect(() => {
    if (here) saveSide(here)
  }, [here])
  return (
    <>
      <button className="side-switch" type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {mark}
        <span>
          <b>
            <bdi>{title}</bdi>
          </b>
          <span className="visually-hidden">{t('comma')}</span>
          <small>{about ?? t('switch')}</small>
          {about && <span className="visually-hidden">{`${t('comma')}${t('switch')}`}</span>}
        </span>
        <Icon name="down" />
        {isMentor && <Waiting />}
      </button>
      {isOpen && (
        <Sheet title={t('switch')} onClose={() => setIsOpen(false)}>
          <nav className="sides" aria-label={t('switch')}>
            {(['learn', ...(isMentor ? (['inbox'] as const) : []), 'organisation'] as const).map(side => (
              <Link
                key={side}
                to={addresses[side]}
                current="below"
                onClick={() => {
                  saveSide(side)
                  setIsOpen(false)
                }}
              >
                <Icon name={icons[side]} />
                <span className="grow">
                  <b>{t(`${side}.title`)}</b>
                  <small>{t(`${side}.about`)}</small>
                </span>
                {side === 'inbox' && <Waiting />}
              </Link>
            ))}
          </nav>
        </Sheet>
      )}
    </>
  )
}

/** How many learners wait for an answer of this mentor. */
function Waiting() {
  const t = useTranslations('sides')
  const format = useFormatter()
  const count = useInbox().data?.filter(({ waitingSince }) => waitingSince !== null).length ?? 0
  if (count === 0) return null
  return (
    <span className="count">
      <span aria-hidden="true">{format.number(count)}</span>
      <span className="visually-hidden">{t('waiting', { count })}</span>
    </span>
  )
}

/** The side of a path. Undefined for what all sides share: the profile, for example. */
function sideOf(pathname: string, isMentor: boolean): AppSide | undefined {
  if (/^\/org(\/|$)/.test(pathname)) return 'organisation'
  if (/^\/messages(\/|$)/.test(pathname)) return isMentor ? 'inbox' : 'learn'
  return /^\/(courses|lessons)(\/|$)/.test(pathname) ? 'learn' : undefined
}
