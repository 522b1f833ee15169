import { useFormatter, useTranslations } from 'use-intl'
import { type KindWords, sendKindTexts } from '../../../../contract/organisation/kind-words/kind-words.ts'
import { call } from '../../../api.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { queryClient } from '../../../queries/query-client.ts'
import { useAct } from '../../../queries/use-act.ts'
import { Problem } from '../../frame/problem.tsx'

type Props = { texts: KindWords['texts']; query: object }

/** Sends a text message to silent people who agreed to it. Shows its words and price before, and the outcome after. */
export function KindTexts({ texts, query }: Props) {
  const t = useTranslations('reports.kindTexts')
  const act = useAct()
  const { ready, sample, waiting, refused, unsent } = texts

  async function send() {
    const done = await act.make(idempotencyKey => call(sendKindTexts, { body: query }, { idempotencyKey }))
    if (!done) return
    await queryClient.invalidateQueries({ queryKey: ['organisation'] })
  }

  return (
    <section className="card stack kind-texts">
      <h2>{t('title')}</h2>
      {texts.sent > 0 && <p>{t('outcome', { sent: texts.sent, cameBack: texts.cameBack })}</p>}
      <p>
        <b>{t('ready', { ready })}</b>
      </p>
      {sample && <Preview sample={sample} texts={texts} />}
      <p className="meta">{t('lead')}</p>
      <Problem of={act} />
      <p role="status">
        {waiting > 0 && t('onTheirWay', { waiting })} {refused > 0 && t('refused', { refused })}{' '}
        {unsent > 0 && t('unsent', { unsent })}
      </p>
      {ready > 0 && (
        <div className="row">
          <button className="btn second small" type="button" aria-busy={act.isBusy} onClick={() => void send()}>
            {t('send', { ready })}
          </button>
        </div>
      )}
    </section>
  )
}

type PreviewProps = { sample: NonNullable<KindWords['texts']['sample']>; texts: KindWords['texts'] }

function Preview({ sample: { name, text, parts }, texts: { price, parts: all } }: PreviewProps) {
  const t = useTranslations('reports.kindTexts')
  const format = useFormatter()
  const inParts = t('parts', { parts })
  const cost = price && format.number(price.amount * all, { style: 'currency', currency: price.currency })
  return (
    <div className="quoted-words">
      <p className="meta">{name === null ? t('toNameless') : t('to', { name: isolated(name) })}</p>
      <p dir="auto" className="kind-text">
        {text}
      </p>
      <p className="meta">{cost ? t('cost', { parts: inParts, cost }) : inParts}</p>
    </div>
  )
}
