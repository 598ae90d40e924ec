/** Those that Playwright turns off here: its own list does not count beside another. */
const offByPlaywright = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Each window starts processes for these before it shows a page: for its address bar, and for a page to come. */
const startedByWindows = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** Chromium is as it is for visitors, but for parts of its windows that no page sees. */
export const chromiumArgs = [`--disable-features=${[...offByPlaywright, ...startedByWindows].join(',')}`];
