import { useFormatter, useTranslations } from 'use-intl'
import {
  getListLinks,
  type InvitationList,
  linkInvitationList,
  sendInvitationList,
  stopInvitationList,
} from '../../../../contract/organisation/invitation-lists.ts'
import { call } from '../../../api.ts'
import { useAct } from '../../../queries/use-act.ts'
import { serverNow } from '../../../session.ts'
import { knownSettings } from '../../../settings/settings.ts'
import { Problem } from '../../frame/problem.tsx'
import { SaveFileButtons } from '../../frame/save-file/save-file-buttons.tsx'
import { useFile } from '../../frame/save-file/use-file.ts'
import { LocalNote } from '../../frame/trial-notes.tsx'

type Props = { list: InvitationList; onChange(): Promise<unknown> }
type Call = typeof sendInvitationList | typeof stopInvitationList | typeof linkInvitationList

/** Sends texts, or makes links to share. First it shows the text and its price. */
export function SendList({ list, onChange }: Props) {
  const t = useTranslations('invite.list')
  const act = useAct()
  const format = useFormatter()
  const { id, state, rows, goesOnAt } = list
  const isLater = goesOnAt !== null && goesOnAt > serverNow()
  const ready = rows.filter(row => row.state === 'ready')
  const links = useFile(getListLinks, {}, { id })
  const linked = rows.filter(row => row.state === 'linked')
  const sent = rows.filter(row => row.state === 'sent').length
  const notTaken = rows.filter(row => row.reason === 'unavailable').length

  const inWords = (at: number) =>
    format.dateTime(at, { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: 'numeric' })

  async function make(endpoint: Call) {
    await act.make(idempotencyKey => call(endpoint, { params: { id } }, { idempotencyKey }))
    await onChange()
  }

  return (
    <>
      {state !== 'ready' && (
        <p role="status">
          <b>{t(goesOnAt === null ? state : 'usedUp')}</b> {t('sentOf', { sent, all: rows.length - linked.length })}
        </p>
      )}
      {notTaken > 0 && <p className="say">{t('notTaken', { count: notTaken })}</p>}
      {goesOnAt !== null && (
        <p className="say">
          {t('waiting', { count: ready.length })} {t(isLater ? 'goesOn' : 'goesOnNow', { at: inWords(goesOnAt) })}
        </p>
      )}
      {state === 'sending' && (
        <button
          className="btn second wide"
          type="button"
          aria-busy={act.isBusy}
          onClick={() => void make(stopInvitationList)}
        >
          {t('stop')}
        </button>
      )}
      {ready.length > 0 && state !== 'sending' && (
        <>
          <Text list={list} count={ready.length} />
          {!isLater && (
            <button
              className="btn wide"
              type="button"
              aria-busy={act.isBusy}
              onClick={() => void make(sendInvitationList)}
            >
              {state === 'stopped' ? t('goOn') : t('send', { count: ready.length })}
            </button>
          )}
          <button
            className="btn second wide"
            type="button"
            aria-busy={act.isBusy}
            onClick={() => void make(linkInvitationList)}
          >
            {t('links')}
          </button>
          <p className="meta">{t('linksLead')}</p>
        </>
      )}
      {linked.length > 0 && (
        <section className="stack tight" aria-labelledby="save-links">
          <b id="save-links">{t('saveLinks')}</b>
          <div className="row wrap">
            <SaveFileButtons file={links} className="btn second" />
          </div>
          <Problem of={links} />
        </section>
      )}
      {knownSettings().demo && <p className="meta">{t('demo')}</p>}
      <LocalNote />
      <Problem of={act} />
    </>
  )
}

function Text({ list: { text, parts, price }, count }: { list: InvitationList; count: number }) {
  const t = useTranslations('invite.list')
  const format = useFormatter()
  const cost = price && format.number(price.amount * parts * count, { style: 'currency', currency: price.currency })
  return (
    <div>
      <b>{t('text')}</b>
      <p className="sms" dir="auto">
        {text}
      </p>
      <p className="meta">
        {t('parts', { parts })}
        {cost ? `${t('comma')}${t('cost', { cost })}` : `. ${t('noPrice')}`}
      </p>
    </div>
  )
}
