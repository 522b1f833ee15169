import { useFormatter, useTranslations } from 'use-intl'
import type { EarlierList } from '../../../contract/organisation/invitation-lists.ts'
import type { Invitation } from '../../../contract/organisation/invitations.ts'
import { useQuery } from '../../queries/use-query.ts'
import { AsOf } from '../frame/as-of.tsx'
import { NotLoaded } from '../frame/not-loaded.tsx'
import { OrgLink } from '../frame/org-link.tsx'
import { invitationsQuery, listsQuery } from './invite-queries.ts'
import { useLinkStatus } from './use-link-status.ts'

/** The links so far, with the number of people who came by each. Below are the lists: no other screen links to them. */
export function InvitationLinks() {
  const t = useTranslations('invite')
  const links = useQuery(invitationsQuery)
  const lists = useQuery(listsQuery)
  const loadBoth = () => Promise.all([links.refetch(), lists.refetch()])
  const failed = t(links.data ? 'list.error' : 'linksError')
  return (
    <>
      <section className="card">
        <h2>{t('links')}</h2>
        {!(links.data && lists.data) && (
          <NotLoaded error={links.error ?? lists.error} label={t('loading')} text={failed} onRetry={loadBoth} />
        )}
        {links.data && lists.data && <AsOf of={links.error ? links : lists} />}
        {links.data?.length === 0 && <p>{t('noLinks')}</p>}
        <ul className="todo">
          {links.data?.map(link => (
            <LinkRow key={link.id} link={link} />
          ))}
        </ul>
      </section>
      {lists.data && lists.data.length > 0 && (
        <section className="card">
          <h2>{t('lists')}</h2>
          <ul className="todo">
            {lists.data.map(list => (
              <ListRow key={list.id} list={list} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function LinkRow({ link }: { link: Invitation }) {
  const t = useTranslations('invite')
  const statusOf = useLinkStatus()
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
          {statusOf(link)}
        </span>
      </p>
    </li>
  )
}

function ListRow({ list: { id, createdAt, state, goesOnAt, people, waiting } }: { list: EarlierList }) {
  const t = useTranslations('invite')
  const counted = useTranslations('people')
  const format = useFormatter()
  const at = format.dateTime(createdAt, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <li>
      <p className="grow">
        <OrgLink to={`/org/invite/list/${id}`}>
          <b>{t('listOf', { at })}</b>
        </OrgLink>
        <span className="meta">
          {counted('count', { count: people })}
          {t('comma')}
          {t('list.waiting', { count: waiting })}
        </span>
        {state !== 'ready' && <span className="meta">{t(`list.${goesOnAt === null ? state : 'usedUp'}`)}</span>}
      </p>
    </li>
  )
}
