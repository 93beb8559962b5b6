package adapter

const news = `The New York Times
nytimes.com
Most articles need a subscription: say so when the text ends early.
Live pages put the newest first.
The search is at /search?query=.
Opinion and news are marked above the headline.

The Guardian
theguardian.com
Articles are free; appeals for support can be closed.
Live blogs put the newest first and have pages.
The edition at the top changes the front page.
Opinion is under /commentisfree/.

BBC
bbc.com bbc.co.uk
The two hosts show different front pages by country.
Live pages load more with a button.
Videos may not play outside the United Kingdom.
The time of an article is relative: open it for the date.

Medium
medium.com *.medium.com
Stories for members end early: say so.
Claps and follows are under the person's name.
Publication and author are different; both stand at the top.
Responses open in a pane.

Substack
substack.com *.substack.com
A box asks for an address before the text: "No thanks" or "Continue reading" closes it.
Posts for subscribers end early: say so.
The archive is at /archive.
Comments are under the person's name.

Financial Times
ft.com
Nearly all articles need a subscription: say so when only the headline shows.
Markets data are delayed; the delay stands beside them.
The search has filters for dates.
Figures in charts are drawings.

The Washington Post
washingtonpost.com
Articles need a subscription or an account after a few: say so.
Live updates put the newest first.
Opinion is marked above the headline.
A newsletter box covers the end of articles.

Spotify
open.spotify.com
Lists draw only what is near: scroll inside the list.
Playing, following and changing playlists happen at once in the account.
The search has tabs for songs, artists and albums.
Previews only are heard without a login.

Netflix
netflix.com
A profile is chosen first: take the one that the person names.
Rows scroll sideways and load late.
Watching and rating change what is recommended.
Account settings are at /account.

Twitch
twitch.tv
Chat moves fast: read it in short pieces.
Messages in chat are public at once.
Subscriptions and bits cost money.
Past broadcasts are under /videos.`
