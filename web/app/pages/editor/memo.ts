import { Component, type ComponentChildren, type FunctionComponent, h } from 'preact';

/** Renders a component again only when one of its properties is another value. */
export function memo<Props extends object>(Shown: FunctionComponent<Props>): FunctionComponent<Props> {
  class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const names = Object.keys({ ...this.props, ...next }) as (keyof Props)[];
      return names.some(name => this.props[name] !== next[name]);
    }

    override render(props: Props): ComponentChildren {
      return h(Shown, props);
    }
  }
  return Memo as unknown as FunctionComponent<Props>;
}
