import { Component, type ReactNode } from 'react'
import { ScreenFailed } from './screen-failed.tsx'

type Props = { place: string; bar?: ReactNode; children: ReactNode }
type State = { failedAt?: string | undefined }

/** If a screen cannot be drawn, mostly because a chunk is missing, the bar and the menu stay usable. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = {}

  static getDerivedStateFromError(): State {
    return { failedAt: '' }
  }

  /** Another place gets another try. */
  static getDerivedStateFromProps({ place }: Props, { failedAt }: State): State | null {
    if (failedAt === undefined || failedAt === place) return null
    return { failedAt: failedAt === '' ? place : undefined }
  }

  override render() {
    return this.state.failedAt === undefined ? (
      this.props.children
    ) : (
      <ScreenFailed onRetry={() => this.setState({ failedAt: undefined })} />
    )
  }
}
