import { useTranslations } from 'use-intl'
import { endInvitation, type Invitation } from '../../../contract/organisation/invitations.ts'
import { call } from '../../api.ts'
import { isolated } from '../../i18n/isolated.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { useQuery } from '../../queries/use-query.ts'
import { useLocation } from '../../router/use-location.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { LinkToShare } from '../frame/link-to-share.tsx'
import { Problem } from '../frame/problem.tsx'
import { useMentorLabel } from '../mentor-labels.ts'
import { invitationsQuery, linkOf } from './invite-queries.ts'
import { Poster } from './poster.tsx'
import { QrCode } from './qr-code.tsx'
import { useLinkStatus } from './use-link-status.ts'
import './invite.css'

/** One link: its QR code, ways to share it, and how many came by it. */
export function LinkScreen() {
  const t = useTranslations('invite')
  const id = useLocation().pathname.split('/').at(-1)
  const links = useQuery(invitationsQuery)
  const link = links.data?.find(one => one.id === id)
  if (links.isPending) return <LoadingScreen />
  if (!links.data) return <LoadFailed error={links.error} text={t('linksError')} onRetry={links.refetch} />
  return (
    <>
      <main className="page">
        <BackLink to="/org/invite">{t('title')}</BackLink>
        <header>
          <h1 className="grow" tabIndex={-1}>
            {link ? <bdi>{link.name}</bdi> : t('gone')}
          </h1>
        </header>
        {link && <Link link={link} />}
      </main>
      {link?.isGood && <Poster link={linkOf(link)} />}
    </>
  )
}

function Link({ link }: { link: Invitation }) {
  const t = useTranslations('invite')
  const statusOf = useLinkStatus()
  const label = useMentorLabel()
  const { mentor } = link
  const address = linkOf(link)
  return (
    <div className="two even">
      <section className="card stack">
        {link.isGood ? (
          <>
            <QrCode link={address} label={t('code')} />
            <LinkToShare link={address} />
            <button className="btn second wide" type="button" onClick={() => window.print()}>
              {t('print')}
            </button>
          </>
        ) : (
          <p>{t('isOver')}</p>
        )}
      </section>
      <section className="card stack">
        <p>
          <b className="big-line">{t('came', { count: link.uses })}</b>
          {link.maxUses !== null && (
            <span className="meta big-line">{t('cameOf', { uses: link.uses, max: link.maxUses })}</span>
          )}
          <span className="meta big-line">{statusOf(link)}</span>
        </p>
        <p>
          {mentor
            ? t(mentor.isActive ? 'toMentor' : 'mentorRetired', { mentor: isolated(label(mentor.id, mentor.name)) })
            : t('toFewest')}
        </p>
        {link.isGood && <End id={link.id} />}
      </section>
    </div>
  )
}

function End({ id }: { id: string }) {
  const t = useTranslations('invite')
  const act = useAct()
  async function end() {
    await act.make(idempotencyKey => call(endInvitation, { params: { id } }, { idempotencyKey }))
    await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey })
  }
  return (
    <>
      <p className="meta">{t('endLead')}</p>
      <Problem of={act} />
      <button className="btn second danger wide" type="button" aria-busy={act.isBusy} onClick={() => void end()}>
        {t('end')}
      </button>
    </>
  )
}
