import { useTranslations } from 'use-intl'
import type { Invitation } from '../../../contract/organisation/invitations.ts'
import { useQuery } from '../../queries/use-query.ts'
import { NotLoaded } from '../frame/not-loaded.tsx'
import { OrgLink } from '../frame/org-link.tsx'
import { invitationsQuery } from './invite-queries.ts'
import { useStanding } from './use-standing.ts'

/** The links so far, and how many came by each. */
export function Links() {
  const t = useTranslations('invite')
  const links = useQuery(invitationsQuery)
  return (
    <section className="card">
      <h2>{t('links')}</h2>
      {!links.data && (
        <NotLoaded error={links.error} label={t('loading')} text={t('linksError')} onRetry={links.refetch} />
      )}
      {links.data?.length === 0 && <p>{t('noLinks')}</p>}
      <ul className="todo">
        {links.data?.map(link => (
          <LinkRow key={link.id} link={link} />
        ))}
      </ul>
    </section>
  )
}

function LinkRow({ link }: { link: Invitation }) {
  const t = useTranslations('invite')
  const standing = useStanding()
  return (
    <li>
      <p className="grow">
        <OrgLink to={`/org/invite/${link.id}`}>
          <b>
            <bdi>{link.name}</bdi>
          </b>
        </OrgLink>
        <span className="meta">
          {t('came', { count: link.uses })}
          {t('comma')}
          {standing(link)}
        </span>
      </p>
    </li>
  )
}
