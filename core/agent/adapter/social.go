package adapter

const social = `X
x.com twitter.com
The timeline draws only what is near and moves while it is read; open a post's own address to quote it.
The search takes from:, since:, until:, min_faves:; Latest sorts by time.
A post is public at once and cannot be edited by most people.
Promoted posts are marked Ad.
Much is hidden without a login.

LinkedIn
linkedin.com
Much of a profile is behind "Show all" links.
Invitations, messages and reactions are seen by others; "Connect" may send at once.
Searches are limited; use the filters for people, jobs and companies.
Easy Apply runs over several steps, and the last one submits.
Visiting a profile may be shown to its owner.

Facebook
facebook.com m.facebook.com
Names of classes say nothing; go by roles and names.
Comments are hidden behind "View more comments" and sorted by relevance.
The audience of a post stands beside its button: look at it before posting.
Groups and Marketplace have their own searches.
Sponsored posts stand between the others.

Instagram
instagram.com
A post opens in a dialog over the profile; its own address reads better.
Likes, follows and comments are seen by others at once.
Profiles load as they are scrolled.
Messages are under /direct/inbox/.

Reddit
reddit.com old.reddit.com
old.reddit.com shows the same with less around it and reads better.
Comments are folded; "more replies" loads them.
Sort by new or top with the address: /new/, /top/?t=week.
Posts, votes and comments are under the person's name.
Each community has rules in its side bar.

YouTube
youtube.com m.youtube.com
The description is folded behind "more"; its transcript opens from there where there is one.
Comments load after scrolling down.
Search filters choose by date, length and kind.
Advertisements play first: wait, or press Skip when it shows.
Subscribing, liking and commenting are seen by others.

TikTok
tiktok.com
Videos play by themselves; a video's own address holds its description.
The search needs a login sooner or later.
Captchas with a slider are for the person: call help.
Comments load as they are scrolled.

Pinterest
pinterest.com
The grid loads as it is scrolled and repeats itself.
A pin's own page has the link to its source.
Saving puts it on a board, which may be public.
A login is asked for after some scrolling.

Hacker News
news.ycombinator.com
The pages are plain tables; More at the bottom leads on.
A story's comments are at /item?id=.
hn.algolia.com searches all of it.
Votes and comments are under the person's name.

Bluesky
bsky.app
Feeds load as they are scrolled; a post's own address reads better.
The search takes from: and since:.
Posts are public at once.
Some profiles show nothing without a login.`
